CREATE TABLE "departed_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"departed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_users" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "leaving_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "departed_customers_user" ON "departed_customers" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "deleted_users" ADD CONSTRAINT "deleted_users_user_id_unique" UNIQUE("user_id");