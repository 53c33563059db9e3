ALTER TABLE "users" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE FUNCTION "next_user_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.revision := OLD.revision + 1;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "revise_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE users SET revision = revision WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_revision" BEFORE UPDATE ON "users" FOR EACH ROW EXECUTE FUNCTION next_user_revision();
--> statement-breakpoint
CREATE TRIGGER "diagnoses_revise_user" AFTER INSERT OR UPDATE OR DELETE ON "diagnoses" FOR EACH ROW EXECUTE FUNCTION revise_user();
--> statement-breakpoint
CREATE TRIGGER "subscriptions_revise_user" AFTER INSERT OR UPDATE OR DELETE ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION revise_user();
