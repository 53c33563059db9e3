CREATE TABLE "deleted_users" (
	"auth_uid" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
