ALTER TABLE "orders" DROP COLUMN "email";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "email";