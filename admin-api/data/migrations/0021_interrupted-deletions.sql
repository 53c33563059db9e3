ALTER TABLE "users" ADD COLUMN "identity_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erasing_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_erasing" ON "users" USING btree ("erasing_at") WHERE "users"."erasing_at" is not null;