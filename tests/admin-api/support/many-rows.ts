import { Client } from 'pg'
import { calculate } from '#admin-api/domain/scoring.ts'
import { surveyAnswers } from './answers.ts'

/** How many of the users have results that can be shown. */
export const shownUsers = 300

/** The claims of one of the users, who are numbered from 1. */
export const oneOfMany = (number: number) => ({
  uid: `many-${number}`,
  email: `many-${number}@example.com`,
})

const real = () => {
  const scored = calculate('survey', '1', surveyAnswers)
  return scored.kind === 'scored' ? JSON.stringify(scored.result) : ''
}

const user = `md5('user' || n)::uuid`
const within = (days: number) => `now() - random() * interval '${days} days'`

/** Rows as they are after a year of use: what is deleted by age is as old as it may be. */
const inserts = (users: number): string[] => {
  const each = `from generate_series(1, ${users}) n`
  return [
    `insert into users (id, auth_uid, email, email_verified, created_at)
     select ${user}, 'many-' || n, 'many-' || n || '@example.com', true, ${within(365)} ${each}`,
    `insert into diagnoses (user_id, kind, version, answers, answers_hash, result, created_at)
     select ${user}, 'survey', '1',
       case when n <= ${shownUsers} then '${JSON.stringify(surveyAnswers)}'::jsonb else '{}' end, k::text,
       case when n <= ${shownUsers} then '${real().replaceAll("'", "''")}'::jsonb
         else jsonb_build_object('text', repeat('x', 300)) end, ${within(365)}
     ${each}, generate_series(1, 5) k`,
    `insert into stripe_customers (id, user_id, created_at)
     select 'cus_many_' || n, ${user}, ${within(365)} ${each}`,
    `insert into setup_intents (id, customer_id, begun_by, is_claimed, created_at)
     select 'seti_many_' || n, 'cus_many_' || n, 'user', true, ${within(365)} ${each}`,
    `insert into subscriptions (id, user_id, state, customer_id, product_id, price_id,
       payment_method_id, setup_intent_id, trial_days, stripe_subscription_id, price_amount,
       price_currency, started_at, current_period_end, created_at)
     select md5('subscription' || n)::uuid, ${user},
       case when n % 10 = 0 then 'canceled' else 'active' end, 'cus_many_' || n, 'annual', 'price',
       'pm', 'seti_many_' || n, 14, 'sub_many_' || n, 9600, 'usd', now(),
       now() + (case when n % 1000 = 0 then 1 else 60 + n % 300 end) * interval '1 day',
       ${within(365)} ${each}`,
    `insert into used_offers (kind, digest) select 'trial', 'digest-' || n ${each}`,
    `insert into kept_consents (digest, consent, kept_since)
     select 'digest-' || n, '{}', ${within(1000)} ${each}`,
    `insert into notices (key, channel, user_id, subscription_id, cause, created_at, queued_at,
       settled_at, outcome)
     select 'many:' || n || k, case k when 1 then 'mail' else 'analytics' end, ${user},
       md5('subscription' || n)::uuid, '{}', ${within(89)}, now(), now(), 'sent'
     ${each}, generate_series(1, 2) k`,
    `insert into app_claims (digest, user_id, expires_at)
     select 'digest-' || n, ${user}, ${within(0.9)} ${each}`,
    `insert into app_users (id, user_id, linked_at) select 'app-' || n, ${user}, now() ${each}`,
    `insert into webhook_events (id, type, created_at, received_at, processed_at)
     select 'evt_many_' || n || '_' || k, 'invoice.paid', now(), ${within(89)}, now()
     ${each}, generate_series(1, 3) k`,
    `insert into idempotency_keys (user_id, key, request_hash, created_at)
     select ${user}, 'key', 'hash', ${within(6.9)} ${each}`,
    `insert into rate_limits (key, hits, expires_at)
     select 'many-' || n, 1, now() + interval '1 hour' ${each}`,
    `insert into deleted_users (auth_uid, user_id)
     select 'gone-' || n, md5('gone' || n)::uuid ${each}`,
    'vacuum analyze',
  ]
}

/** Fills a migrated database with this many users, five results each, and related rows. */
export const fillWithUsers = async (url: string, users: number): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of inserts(users)) await client.query(statement)
  } finally {
    await client.end()
  }
}
