ALTER TABLE "email_codes" RENAME COLUMN "network" TO "subnet";--> statement-breakpoint
ALTER TABLE "owners" RENAME COLUMN "network" TO "subnet";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "network" TO "subnet";--> statement-breakpoint
ALTER TABLE "tasks" RENAME COLUMN "network" TO "subnet";--> statement-breakpoint
ALTER TABLE "uploads" RENAME COLUMN "network" TO "subnet";--> statement-breakpoint
ALTER INDEX "email_codes_network" RENAME TO "email_codes_subnet";--> statement-breakpoint
ALTER INDEX "owners_network_created" RENAME TO "owners_subnet_created";--> statement-breakpoint
ALTER INDEX "uploads_unused_network" RENAME TO "uploads_unused_subnet";--> statement-breakpoint
UPDATE "queue_turns" SET "kind" = 'subnet' WHERE "kind" = 'network';
