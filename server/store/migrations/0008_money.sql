CREATE SEQUENCE "public"."receipt_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"owner_id" text NOT NULL,
	"email" text,
	"locale" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"status" text NOT NULL,
	"revision" bigint NOT NULL,
	"reason" text NOT NULL,
	"product_code" text NOT NULL,
	"product_kind" text NOT NULL,
	"credits" integer NOT NULL,
	"duration" integer NOT NULL,
	"duration_unit" integer NOT NULL,
	"amount" bigint NOT NULL,
	"price" bigint NOT NULL,
	"currency" text NOT NULL,
	"tax" bigint NOT NULL,
	"tax_basis_points" integer NOT NULL,
	"tax_name" text NOT NULL,
	"country" text NOT NULL,
	"auto_renew" boolean NOT NULL,
	"subscription_id" text,
	"cycle" integer,
	"return_path" text DEFAULT '/' NOT NULL,
	"task" text,
	"is_late" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"paid_by" text,
	"receipt_number" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_code_unique" UNIQUE("code"),
	CONSTRAINT "orders_receipt_number_unique" UNIQUE("receipt_number")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"wish_key" text NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"revision" bigint NOT NULL,
	"ref" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_amount" bigint,
	"paid_currency" text,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	"checkout" jsonb NOT NULL,
	"mandate" text,
	"charged_by" text,
	"next_check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"reference" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"ref" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
CREATE TABLE "sandbox_charges" (
	"ref" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"reference" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"locale" text NOT NULL,
	"return_url" text NOT NULL,
	"reason" text,
	"mandate" text,
	"later" text,
	"later_at" timestamp (3) with time zone,
	"webhooks" text DEFAULT 'onTime' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_charges_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "sandbox_mandates" (
	"mandate" text PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"body" text NOT NULL,
	"is_forged" boolean NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"key" text PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"email" text,
	"locale" text NOT NULL,
	"status" text NOT NULL,
	"revision" bigint NOT NULL,
	"product_code" text NOT NULL,
	"credits" integer NOT NULL,
	"duration" integer NOT NULL,
	"duration_unit" integer NOT NULL,
	"price" bigint NOT NULL,
	"currency" text NOT NULL,
	"country" text NOT NULL,
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"mandate" text,
	"first_order_id" text NOT NULL,
	"last_order_id" text NOT NULL,
	"anchor_at" timestamp (3) with time zone NOT NULL,
	"anchor_cycle" integer NOT NULL,
	"cycle" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"last_payment_status" integer NOT NULL,
	"next_charge_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_product_code" text,
	"cancelled_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_owner_idempotency" ON "orders" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_cycle" ON "orders" USING btree ("subscription_id","cycle") WHERE "orders"."reason" = 'renewal';--> statement-breakpoint
CREATE INDEX "orders_owner_created" ON "orders" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("expires_at") WHERE "orders"."status" in ('open', 'notPaid');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_order_wish" ON "payments" USING btree ("order_id","wish_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_ref" ON "payments" USING btree ("provider","ref") WHERE "payments"."ref" is not null;--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_charges_reference" ON "sandbox_charges" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "sandbox_charges_later" ON "sandbox_charges" USING btree ("later_at") WHERE "sandbox_charges"."later_at" is not null;--> statement-breakpoint
CREATE INDEX "sandbox_messages_due" ON "sandbox_messages" USING btree ("send_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_renewing" ON "subscriptions" USING btree ("owner_id") WHERE "subscriptions"."status" in ('active', 'pastDue');--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_first_order" ON "subscriptions" USING btree ("first_order_id");--> statement-breakpoint
CREATE INDEX "subscriptions_owner" ON "subscriptions" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_charge" ON "subscriptions" USING btree ("next_charge_at") WHERE "subscriptions"."next_charge_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("period_end") WHERE "subscriptions"."status" = 'ending';