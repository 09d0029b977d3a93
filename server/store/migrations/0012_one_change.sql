-- Of several changes of one plan that wait for their money only the newest stays; what arrives for the others goes back.
UPDATE "orders" SET "status" = 'cancelled', "revision" = "revision" + 1
WHERE "reason" = 'change' AND "status" IN ('open', 'notPaid') AND EXISTS (
  SELECT 1 FROM "orders" AS "later"
  WHERE "later"."subscription_id" = "orders"."subscription_id" AND "later"."reason" = 'change'
    AND "later"."status" IN ('open', 'notPaid') AND ("later"."created_at", "later"."id") > ("orders"."created_at", "orders"."id")
);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_change" ON "orders" USING btree ("subscription_id") WHERE "orders"."reason" = 'change' and "orders"."status" in ('open', 'notPaid');