CREATE TABLE "operator_sessions" (
	"session_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "welcomed_addresses" ALTER COLUMN "left_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "owners" ADD COLUMN "free_from" date;--> statement-breakpoint
ALTER TABLE "welcomed_addresses" ADD COLUMN "used_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "welcomed_addresses_used" ON "welcomed_addresses" USING btree ("used_at");