ALTER TABLE "users" ADD COLUMN "first_touch" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_touch" jsonb;