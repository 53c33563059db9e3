ALTER TABLE "subscriptions" ADD COLUMN "charged" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;