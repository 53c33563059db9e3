CREATE TABLE "kept_consents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"digest" text NOT NULL,
	"consent" jsonb NOT NULL,
	"kept_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "consent" jsonb;--> statement-breakpoint
CREATE INDEX "kept_consents_age" ON "kept_consents" USING btree ("kept_since");