ALTER TABLE "email_codes" ADD COLUMN "owner_id" text;--> statement-breakpoint
CREATE INDEX "email_codes_owner" ON "email_codes" USING btree ("owner_id");