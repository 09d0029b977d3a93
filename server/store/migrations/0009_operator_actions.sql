CREATE TABLE "operator_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text NOT NULL,
	"owner_id" text NOT NULL,
	"order_id" text,
	"amount" bigint NOT NULL,
	"currency" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_actions_key" ON "operator_actions" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "operator_actions_owner" ON "operator_actions" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;--> statement-breakpoint
CREATE TRIGGER "operator_actions_append_only" BEFORE UPDATE OR DELETE ON "operator_actions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
