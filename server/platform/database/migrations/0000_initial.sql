CREATE SEQUENCE "public"."receipt_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"link_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_exports_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "credit_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purse_id" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"task_id" text,
	"lot_id" text,
	"cause" text,
	"amount" integer NOT NULL,
	"day" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credit_lines_task" CHECK ("credit_lines"."kind" not in ('reserve', 'commit', 'release') or "credit_lines"."task_id" is not null),
	CONSTRAINT "credit_lines_source" CHECK (("credit_lines"."day" is null) <> ("credit_lines"."lot_id" is null))
);
--> statement-breakpoint
CREATE TABLE "credit_lots" (
	"id" text PRIMARY KEY NOT NULL,
	"purse_id" text NOT NULL,
	"source" text NOT NULL,
	"cause" text NOT NULL,
	"order_id" text,
	"expires_at" timestamp (3) with time zone,
	"promised_until" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credit_lots_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"owner_id" text,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "email_codes_link_hash_unique" UNIQUE("link_hash")
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	CONSTRAINT "guests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"owner_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"instance_id" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installation_single" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"address" text,
	"address_hash" text NOT NULL,
	"values" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"useless_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"last_error" text,
	"provider_id" text,
	CONSTRAINT "mails_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"headers" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outbox_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"merged_into" text,
	"merged_at" timestamp (3) with time zone,
	"free_from" date,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "password_tries" (
	"address" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purses" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "purses_owner_id_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE TABLE "queue_turns" (
	"lane" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"turn" bigint NOT NULL,
	CONSTRAINT "queue_turns_lane_kind_key_pk" PRIMARY KEY("lane","kind","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"idempotency_key" text NOT NULL,
	"code" text NOT NULL,
	"type" integer NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" integer NOT NULL,
	"revision" bigint NOT NULL,
	"lane" text DEFAULT 'long' NOT NULL,
	"turn" bigint DEFAULT 0 NOT NULL,
	"slot" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	"unit" integer NOT NULL,
	"credits" integer NOT NULL,
	"upload_key" text NOT NULL,
	"photo_name" text,
	"input" jsonb NOT NULL,
	"output" jsonb,
	"progress" jsonb,
	"runner" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"crashes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"files_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tasks_status_range" CHECK ("tasks"."status" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "unsubscribed" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"task_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "welcomed_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"left_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"owner_id" text NOT NULL,
	"order_id" text,
	"amount" bigint NOT NULL,
	"currency" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"owner_id" text NOT NULL,
	"locale" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"later_keys" text[] DEFAULT '{}' NOT NULL,
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
	"may_arrive_until" timestamp (3) with time zone,
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
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_purse_id_purses_id_fk" FOREIGN KEY ("purse_id") REFERENCES "public"."purses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_purse_id_purses_id_fk" FOREIGN KEY ("purse_id") REFERENCES "public"."purses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owners" ADD CONSTRAINT "owners_merged_into_owners_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purses" ADD CONSTRAINT "purses_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_exports_owner" ON "account_exports" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "account_exports_expires" ON "account_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_task_kind" ON "credit_lines" USING btree ("task_id","kind") WHERE "credit_lines"."lot_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_task_end" ON "credit_lines" USING btree ("task_id") WHERE "credit_lines"."lot_id" is null and "credit_lines"."kind" in ('commit', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_lot_kind" ON "credit_lines" USING btree ("task_id","lot_id","kind") WHERE "credit_lines"."lot_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_lot_end" ON "credit_lines" USING btree ("task_id","lot_id") WHERE "credit_lines"."lot_id" is not null and "credit_lines"."kind" in ('commit', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_cause" ON "credit_lines" USING btree ("cause","lot_id") WHERE "credit_lines"."cause" is not null;--> statement-breakpoint
CREATE INDEX "credit_lines_purse_day" ON "credit_lines" USING btree ("purse_id","day");--> statement-breakpoint
CREATE INDEX "credit_lines_purse" ON "credit_lines" USING btree ("purse_id","id");--> statement-breakpoint
CREATE INDEX "credit_lines_task" ON "credit_lines" USING btree ("task_id") WHERE "credit_lines"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_lines_lot" ON "credit_lines" USING btree ("lot_id") WHERE "credit_lines"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_lines_created" ON "credit_lines" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_lots_purse" ON "credit_lots" USING btree ("purse_id");--> statement-breakpoint
CREATE INDEX "credit_lots_order" ON "credit_lots" USING btree ("order_id") WHERE "credit_lots"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_lots_due" ON "credit_lots" USING btree ("expires_at") WHERE "credit_lots"."expires_at" is not null and "credit_lots"."expired_at" is null;--> statement-breakpoint
CREATE INDEX "email_codes_address" ON "email_codes" USING btree ("address","created_at");--> statement-breakpoint
CREATE INDEX "email_codes_network" ON "email_codes" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "email_codes_created" ON "email_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "email_codes_owner" ON "email_codes" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "identities_owner" ON "identities" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at","id") WHERE "mails"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "mails_recent" ON "mails" USING btree ("kind","address_hash","created_at");--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" USING btree ("ended_at") WHERE "mails"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "owners_network_created" ON "owners" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "owners_last_seen" ON "owners" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "owners_closed" ON "owners" USING btree ("closed_at") WHERE "owners"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "owners_merged_into" ON "owners" USING btree ("merged_into") WHERE "owners"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "password_tries_since" ON "password_tries" USING btree ("since");--> statement-breakpoint
CREATE INDEX "purses_closed" ON "purses" USING btree ("closed_at") WHERE "purses"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_owner" ON "sessions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_owner_idempotency" ON "tasks" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "tasks_owner_created" ON "tasks" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_in_flight" ON "tasks" USING btree ("owner_id") WHERE "tasks"."status" < 2;--> statement-breakpoint
CREATE INDEX "tasks_slot" ON "tasks" USING btree ("lane","slot","created_at","id") WHERE "tasks"."status" = 0;--> statement-breakpoint
CREATE INDEX "tasks_turn" ON "tasks" USING btree ("lane","network","turn","created_at","id") WHERE "tasks"."status" = 0;--> statement-breakpoint
CREATE INDEX "tasks_running" ON "tasks" USING btree ("runner") WHERE "tasks"."status" = 1;--> statement-breakpoint
CREATE INDEX "tasks_deadline" ON "tasks" USING btree ("deadline_at") WHERE "tasks"."status" < 2;--> statement-breakpoint
CREATE INDEX "tasks_left_files" ON "tasks" USING btree ("deleted_at") WHERE "tasks"."deleted_at" is not null and not "tasks"."files_removed";--> statement-breakpoint
CREATE INDEX "tasks_deleted" ON "tasks" USING btree ("deleted_at") WHERE "tasks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_expires" ON "tasks" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_state_created" ON "uploads" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "uploads_owner_state" ON "uploads" USING btree ("owner_id","state");--> statement-breakpoint
CREATE INDEX "uploads_unused_network" ON "uploads" USING btree ("network") WHERE "uploads"."state" <> 'used';--> statement-breakpoint
CREATE INDEX "welcomed_addresses_left" ON "welcomed_addresses" USING btree ("left_at");--> statement-breakpoint
CREATE INDEX "welcomed_addresses_used" ON "welcomed_addresses" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_actions_key" ON "operator_actions" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "operator_actions_owner" ON "operator_actions" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_owner_idempotency" ON "orders" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_cycle" ON "orders" USING btree ("subscription_id","cycle") WHERE "orders"."reason" = 'renewal';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_change" ON "orders" USING btree ("subscription_id") WHERE "orders"."reason" = 'change' and "orders"."status" in ('open', 'notPaid');--> statement-breakpoint
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
CREATE INDEX "subscriptions_last_order" ON "subscriptions" USING btree ("last_order_id");--> statement-breakpoint
CREATE INDEX "subscriptions_owner" ON "subscriptions" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_charge" ON "subscriptions" USING btree ("next_charge_at") WHERE "subscriptions"."next_charge_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("period_end") WHERE "subscriptions"."status" = 'ending';--> statement-breakpoint
INSERT INTO "queue_turns" ("lane", "kind", "key", "turn") VALUES ('short', 'clock', '', 0), ('long', 'clock', '', 0);--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;--> statement-breakpoint
CREATE TRIGGER "operator_actions_append_only" BEFORE UPDATE OR DELETE ON "operator_actions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
