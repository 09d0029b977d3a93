CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"instance_id" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "installation_single" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "owners" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purses" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
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
ALTER TABLE "credit_lines" DROP CONSTRAINT "credit_lines_guest_id_guests_id_fk";
--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_guest_id_guests_id_fk";
--> statement-breakpoint
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_guest_id_guests_id_fk";
--> statement-breakpoint
DROP INDEX "credit_lines_guest_day";
--> statement-breakpoint
DROP INDEX "tasks_guest_idempotency";
--> statement-breakpoint
DROP INDEX "tasks_guest_created";
--> statement-breakpoint
DROP INDEX "tasks_status_created";
--> statement-breakpoint
-- A guest of today becomes an owner with a purse, under the same id.
INSERT INTO "owners" ("id", "kind", "created_at", "last_seen_at")
SELECT "id", 'guest', "created_at", "created_at" FROM "guests";
--> statement-breakpoint
INSERT INTO "purses" ("id", "owner_id", "created_at") SELECT "id", "id", "created_at" FROM "guests";
--> statement-breakpoint
INSERT INTO "queue_turns" ("lane", "kind", "key", "turn") VALUES ('short', 'clock', '', 0), ('long', 'clock', '', 0);
--> statement-breakpoint
ALTER TABLE "guests" RENAME COLUMN "id" TO "owner_id";
--> statement-breakpoint
ALTER TABLE "guests" DROP COLUMN "created_at";
--> statement-breakpoint
ALTER TABLE "tasks" RENAME COLUMN "guest_id" TO "owner_id";
--> statement-breakpoint
ALTER TABLE "uploads" RENAME COLUMN "guest_id" TO "owner_id";
--> statement-breakpoint
ALTER TABLE "credit_lines" RENAME COLUMN "guest_id" TO "purse_id";
--> statement-breakpoint
ALTER TABLE "credit_lines" ADD COLUMN "reason" text;
--> statement-breakpoint
UPDATE "credit_lines" AS line SET "reason" = CASE
	WHEN line."kind" = 'reserve' THEN 'task.started'
	WHEN line."kind" = 'commit' THEN 'task.succeeded'
	ELSE coalesce((
		SELECT CASE
			WHEN task."status" = 3 THEN 'task.rejected'
			WHEN task."status" = 5 THEN 'task.cancelled'
			WHEN task."reason" = 'task_expired' THEN 'task.expired'
			ELSE 'task.failed'
		END FROM "tasks" AS task WHERE task."id" = line."task_id"
	), 'task.failed')
END;
--> statement-breakpoint
ALTER TABLE "credit_lines" ALTER COLUMN "reason" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_lines" ALTER COLUMN "task_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "credit_lines" ALTER COLUMN "day" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "network" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "lane" text DEFAULT 'long' NOT NULL;
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "turn" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "slot" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Tasks that wait keep their order.
UPDATE "tasks" SET "turn" = waiting."n", "slot" = waiting."n" FROM (
	SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS "n" FROM "tasks" WHERE "status" = 0
) AS waiting WHERE "tasks"."id" = waiting."id";
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "network" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "purses" ADD CONSTRAINT "purses_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "owners_network_created" ON "owners" USING btree ("network","created_at");
--> statement-breakpoint
CREATE INDEX "owners_last_seen" ON "owners" USING btree ("last_seen_at");
--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_purse_id_purses_id_fk" FOREIGN KEY ("purse_id") REFERENCES "public"."purses"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_owners_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."owners"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "credit_lines_purse_day" ON "credit_lines" USING btree ("purse_id","day");
--> statement-breakpoint
CREATE INDEX "credit_lines_created" ON "credit_lines" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_owner_idempotency" ON "tasks" USING btree ("owner_id","idempotency_key");
--> statement-breakpoint
CREATE INDEX "tasks_owner_created" ON "tasks" USING btree ("owner_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "tasks_in_flight" ON "tasks" USING btree ("owner_id") WHERE "tasks"."status" < 2;
--> statement-breakpoint
CREATE INDEX "tasks_slot" ON "tasks" USING btree ("lane","slot","created_at","id") WHERE "tasks"."status" = 0;
--> statement-breakpoint
CREATE INDEX "tasks_turn" ON "tasks" USING btree ("lane","network","turn","created_at","id") WHERE "tasks"."status" = 0;
--> statement-breakpoint
CREATE INDEX "tasks_running" ON "tasks" USING btree ("runner") WHERE "tasks"."status" = 1;
--> statement-breakpoint
CREATE INDEX "tasks_deadline" ON "tasks" USING btree ("deadline_at") WHERE "tasks"."status" < 2;
--> statement-breakpoint
CREATE INDEX "tasks_left_files" ON "tasks" USING btree ("deleted_at") WHERE "tasks"."deleted_at" is not null and not "tasks"."files_removed";
--> statement-breakpoint
CREATE INDEX "tasks_deleted" ON "tasks" USING btree ("deleted_at") WHERE "tasks"."deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX "uploads_owner_state" ON "uploads" USING btree ("owner_id","state");
--> statement-breakpoint
CREATE INDEX "uploads_unused_network" ON "uploads" USING btree ("network") WHERE "uploads"."state" <> 'used';
--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_task" CHECK ("credit_lines"."kind" not in ('reserve', 'commit', 'release') or "credit_lines"."task_id" is not null);
