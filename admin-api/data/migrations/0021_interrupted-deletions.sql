ALTER TABLE "users" ADD COLUMN "identity_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erasing_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_erasing" ON "users" USING btree ("erasing_at") WHERE "users"."erasing_at" is not null;--> statement-breakpoint
UPDATE "users" SET "first_touch" = NULL, "last_touch" = NULL WHERE "visitor_id" IS NULL AND ("first_touch" IS NOT NULL OR "last_touch" IS NOT NULL);