ALTER TABLE "orders" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "traceparent" text;