CREATE TABLE "used_offers" (
	"kind" text NOT NULL,
	"coupon" text DEFAULT '' NOT NULL,
	"digest" text NOT NULL,
	"claim_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "used_offers_kind_coupon_digest_pk" PRIMARY KEY("kind","coupon","digest")
);
--> statement-breakpoint
CREATE INDEX "used_offers_claim" ON "used_offers" USING btree ("claim_id");