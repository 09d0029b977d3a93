CREATE TABLE "credit_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"guest_id" text NOT NULL,
	"task_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" text PRIMARY KEY NOT NULL,
	"guest_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"code" text NOT NULL,
	"type" integer NOT NULL,
	"status" integer NOT NULL,
	"revision" bigint NOT NULL,
	"reason" text,
	"unit" integer NOT NULL,
	"credits" integer NOT NULL,
	"upload_key" text NOT NULL,
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
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"guest_id" text NOT NULL,
	"state" text NOT NULL,
	"task_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_lines" ADD CONSTRAINT "credit_lines_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_task_kind" ON "credit_lines" USING btree ("task_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_lines_task_end" ON "credit_lines" USING btree ("task_id") WHERE "credit_lines"."kind" <> 'reserve';--> statement-breakpoint
CREATE INDEX "credit_lines_guest_day" ON "credit_lines" USING btree ("guest_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_guest_idempotency" ON "tasks" USING btree ("guest_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "tasks_guest_created" ON "tasks" USING btree ("guest_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_status_created" ON "tasks" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "tasks_expires" ON "tasks" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "uploads_state_created" ON "uploads" USING btree ("state","created_at");