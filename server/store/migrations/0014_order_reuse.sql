ALTER TABLE "orders" ADD COLUMN "later_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "may_arrive_until" timestamp (3) with time zone;