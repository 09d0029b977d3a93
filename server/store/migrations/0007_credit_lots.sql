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
CREATE TABLE "welcomed_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "credit_lines_task_kind";--> statement-breakpoint
DROP INDEX "credit_lines_task_end";--> statement-breakpoint
ALTER TABLE "purses" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_lines" ADD COLUMN "lot_id" text;--> statement-breakpoint
ALTER TABLE "credit_lines" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "purses" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credit_lots" ADD CONSTRAINT "credit_lots_purse_id_purses_id_fk" FOREIGN KEY ("purse_id") REFERENCES "public"."purses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_lots_purse" ON "credit_lots" USING btree ("purse_id");--> statement-breakpoint
CREATE INDEX "credit_lots_order" ON "credit_lots" USING btree ("order_id") WHERE "credit_lots"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_lots_due" ON "credit_lots" USING btree ("expires_at") WHERE "credit_lots"."expires_at" is not null and "credit_lots"."expired_at" is null;--> statement-breakpoint
CREATE INDEX "welcomed_addresses_left" ON "welcomed_addresses" USING btree ("left_at");--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_lot_id_credit_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_lot_kind" ON "credit_lines" USING btree ("task_id","lot_id","kind") WHERE "credit_lines"."lot_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_lot_end" ON "credit_lines" USING btree ("task_id","lot_id") WHERE "credit_lines"."lot_id" is not null and "credit_lines"."kind" in ('commit', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_cause" ON "credit_lines" USING btree ("cause","lot_id") WHERE "credit_lines"."cause" is not null;--> statement-breakpoint
CREATE INDEX "credit_lines_purse" ON "credit_lines" USING btree ("purse_id","id");--> statement-breakpoint
CREATE INDEX "credit_lines_task" ON "credit_lines" USING btree ("task_id") WHERE "credit_lines"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_lines_lot" ON "credit_lines" USING btree ("lot_id") WHERE "credit_lines"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "purses_closed" ON "purses" USING btree ("closed_at") WHERE "purses"."closed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_task_kind" ON "credit_lines" USING btree ("task_id","kind") WHERE "credit_lines"."lot_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_task_end" ON "credit_lines" USING btree ("task_id") WHERE "credit_lines"."lot_id" is null and "credit_lines"."kind" in ('commit', 'release');--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_source" CHECK (("credit_lines"."day" is null) <> ("credit_lines"."lot_id" is null));