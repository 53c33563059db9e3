CREATE INDEX "notices_age" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_mailings" ON "notices" USING btree ("created_at") WHERE "notices"."key" like 'mailing:%';--> statement-breakpoint
CREATE INDEX "subscriptions_period_end" ON "subscriptions" USING btree ("current_period_end") WHERE "subscriptions"."state" in ('trialing', 'active');