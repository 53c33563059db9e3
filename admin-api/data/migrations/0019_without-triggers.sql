DROP TRIGGER "subscriptions_revise_user" ON "subscriptions";
--> statement-breakpoint
DROP TRIGGER "diagnoses_revise_user" ON "diagnoses";
--> statement-breakpoint
DROP TRIGGER "users_revision" ON "users";
--> statement-breakpoint
DROP FUNCTION "revise_user"();
--> statement-breakpoint
DROP FUNCTION "next_user_revision"();
--> statement-breakpoint
ALTER TABLE "rate_limits" SET LOGGED;
