CREATE TABLE "latest_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"differences" jsonb NOT NULL
);
