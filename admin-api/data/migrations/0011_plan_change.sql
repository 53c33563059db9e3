ALTER TABLE "subscriptions" ADD COLUMN "pending_change" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "plan_change_until" timestamp (3) with time zone;