CREATE TABLE "setup_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"begun_by" text NOT NULL,
	"journey" text,
	"is_claimed" boolean DEFAULT false NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setup_intents" ADD CONSTRAINT "setup_intents_customer_id_stripe_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."stripe_customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "setup_intents_customer" ON "setup_intents" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "setup_intents_unclaimed" ON "setup_intents" USING btree ("created_at") WHERE not "setup_intents"."is_claimed";