CREATE TABLE "upload_uses" (
	"key" text NOT NULL,
	"task_id" text NOT NULL,
	CONSTRAINT "upload_uses_key_task_id_pk" PRIMARY KEY("key","task_id")
);
--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_key_uploads_key_fk" FOREIGN KEY ("key") REFERENCES "public"."uploads"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_uses_task" ON "upload_uses" USING btree ("task_id");