CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"process_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"roles" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missed_starts" (
	"owner_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "missed_starts_owner_id_idempotency_key_pk" PRIMARY KEY("owner_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "secret_hash" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "store" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "receiver" text;--> statement-breakpoint
CREATE INDEX "missed_starts_at" ON "missed_starts" USING btree ("at");--> statement-breakpoint
-- the tables of pg-boss, which earlier versions used
DO $$ BEGIN
	IF to_regclass('jobs.version') IS NOT NULL AND to_regclass('jobs.queue') IS NOT NULL AND EXISTS (
		SELECT 1 FROM information_schema.columns
		WHERE table_schema = 'jobs' AND table_name = 'job' AND column_name = 'singleton_key'
	) THEN
		DROP SCHEMA "jobs" CASCADE;
	END IF;
END $$;
