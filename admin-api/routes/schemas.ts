import { Type } from 'typebox'
import type { TSchema } from 'typebox'

export const closed = { additionalProperties: false }
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
export const oneOf = <Value extends string>(...values: Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: values })

/**
 * A text from a caller. PostgreSQL and JSON accept neither NUL nor a lone surrogate, so stored or
 * forwarded text may not contain them.
 */
export const text = (limits: { readonly minLength?: number; readonly maxLength?: number } = {}) =>
  Type.String({ ...limits, pattern: '^[^\\u0000\\ud800-\\udfff]*$' })

export const moment = Type.String({ format: 'date-time' })

export const kindSchema = oneOf('survey', 'money_belief')
const bandSchema = oneOf('vulnerable', 'coping', 'healthy')

/**
 * A successful answer. Its static type is left open: answers are read-only, which the schemas'
 * types cannot express.
 */
export const dataOf = (schema: TSchema) =>
  Type.Unsafe<unknown>(Type.Object({ data: schema }, closed))

/** A part of a list. The cursor asks for the next part; null at the list's end. */
export const pageOf = (schema: TSchema) =>
  Type.Unsafe<unknown>(
    Type.Object({ data: Type.Array(schema), nextCursor: nullable(Type.String()) }, closed),
  )

export const problemSchema = Type.Unsafe<unknown>(
  Type.Object(
    {
      type: Type.String(),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String(),
      code: Type.String(),
      errors: Type.Optional(
        Type.Array(
          Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() }, closed),
        ),
      ),
      declineCode: Type.Optional(nullable(Type.String())),
      clientSecret: Type.Optional(Type.String()),
    },
    closed,
  ),
)

export const moneySchema = Type.Object(
  { amount: Type.Integer({ minimum: 0 }), currency: Type.String({ pattern: '^[a-z]{3}$' }) },
  closed,
)

/** Negative for a credit or a discount. */
export const signedMoneySchema = Type.Object(
  { amount: Type.Integer(), currency: Type.String({ pattern: '^[a-z]{3}$' }) },
  closed,
)

/** By question id. A record checks only the pattern of its keys, not their length. */
const answersSchema = Type.Record(
  Type.String({ pattern: '^[\\w-]{1,64}$' }),
  Type.Union([
    text({ maxLength: 64 }),
    Type.Array(text({ maxLength: 64 }), { maxItems: 32 }),
    Type.Integer(),
  ]),
  { ...closed, maxProperties: 100 },
)

export const assessmentSchema = Type.Object(
  { kind: kindSchema, version: text({ maxLength: 20 }), answers: answersSchema },
  closed,
)

const askedSchema = {
  id: Type.String(),
  prompt: Type.String(),
  help: Type.Optional(Type.String()),
  /** Why it is asked, and who learns the answer. */
  why: Type.Optional(Type.String()),
  required: Type.Boolean(),
  /** Whether `prefer-not-to-say` is an answer, which is not scored. */
  declinable: Type.Optional(Type.Boolean()),
  showWhen: Type.Optional(
    Type.Object({ question: Type.String(), anyOf: Type.Array(Type.String()) }, closed),
  ),
}
const optionsSchema = Type.Array(
  Type.Object(
    {
      id: Type.String(),
      label: Type.String(),
      /** In a multiple choice: cannot be chosen together with another. */
      exclusive: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  { minItems: 1 },
)
const rangeSchema = { ...askedSchema, min: Type.Integer(), max: Type.Integer() }

const questionSchema = Type.Union([
  Type.Object(
    { ...askedSchema, type: oneOf('single', 'multiple', 'picture'), options: optionsSchema },
    closed,
  ),
  Type.Object(
    {
      ...rangeSchema,
      type: Type.Literal('scale'),
      minLabel: Type.String(),
      maxLabel: Type.String(),
    },
    closed,
  ),
  Type.Object(
    {
      ...rangeSchema,
      type: Type.Literal('number'),
      minLabel: Type.Optional(Type.String()),
      maxLabel: Type.Optional(Type.String()),
      /** What the number counts: "months". */
      unit: Type.Optional(Type.String()),
      /** Values to pick instead of typing one. */
      suggestions: Type.Optional(
        Type.Array(Type.Object({ value: Type.Integer(), label: Type.String() }, closed)),
      ),
    },
    closed,
  ),
])

export const questionnaireSchema = Type.Object(
  {
    kind: kindSchema,
    version: Type.String(),
    questions: Type.Array(questionSchema, { minItems: 1 }),
  },
  closed,
)

const scoreSchema = Type.Number({ minimum: 0, maximum: 100 })

const surveyResultSchema = Type.Object(
  {
    kind: Type.Literal('survey'),
    version: Type.String(),
    score: scoreSchema,
    band: bandSchema,
    headline: Type.String(),
    summary: Type.String(),
    introPicture: Type.String(),
    pillars: Type.Array(
      Type.Object(
        {
          id: oneOf('spend', 'save', 'borrow', 'plan'),
          score: scoreSchema,
          band: bandSchema,
          advice: Type.String(),
          answers: Type.Array(
            Type.Object({ question: Type.String(), points: scoreSchema }, closed),
          ),
        },
        closed,
      ),
    ),
    nextSteps: Type.Array(Type.Object({ title: Type.String(), text: Type.String() }, closed)),
  },
  closed,
)

const beliefIdSchema = oneOf('avoidance', 'worship', 'status', 'vigilance')

const beliefResultSchema = Type.Object(
  {
    kind: Type.Literal('money_belief'),
    version: Type.String(),
    dominant: beliefIdSchema,
    beliefs: Type.Array(
      Type.Object(
        {
          id: beliefIdSchema,
          score: Type.Number({ minimum: 1, maximum: 6 }),
          level: oneOf('low', 'moderate', 'high'),
          summary: Type.String(),
          behaviors: Type.Array(Type.String()),
          steps: Type.Array(Type.String()),
          answers: Type.Array(
            Type.Object({ question: Type.String(), value: Type.Integer() }, closed),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const resultSchema = Type.Union([surveyResultSchema, beliefResultSchema])

export const diagnosisSchema = Type.Object(
  {
    id: Type.String(),
    createdAt: moment,
    kind: kindSchema,
    version: Type.String(),
    answers: answersSchema,
    result: resultSchema,
  },
  closed,
)

export const productSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    interval: oneOf('month', 'year'),
    price: moneySchema,
    trialDays: Type.Integer({ minimum: 0 }),
    features: Type.Array(Type.String()),
  },
  closed,
)

export const promotionSchema = Type.Object(
  {
    id: Type.String(),
    code: Type.String(),
    percentOff: Type.Optional(Type.Number()),
    amountOff: Type.Optional(moneySchema),
    duration: oneOf('once', 'repeating', 'forever'),
    months: Type.Optional(Type.Integer()),
  },
  closed,
)

const consentSchema = Type.Object(
  {
    text: Type.String(),
    version: Type.String(),
    productId: Type.String(),
    price: moneySchema,
    discount: nullable(promotionSchema),
    trialEnd: nullable(moment),
    agreedAt: moment,
  },
  closed,
)

export const subscriptionSchema = Type.Object(
  {
    id: Type.String(),
    productId: Type.String(),
    status: oneOf(
      'incomplete',
      'incomplete_expired',
      'trialing',
      'active',
      'past_due',
      'canceled',
      'unpaid',
      'paused',
    ),
    price: moneySchema,
    trialEnd: nullable(moment),
    currentPeriodEnd: moment,
    cancelAtPeriodEnd: Type.Boolean(),
    discount: nullable(promotionSchema),
    paymentMethod: nullable(
      Type.Object(
        {
          brand: Type.String(),
          last4: Type.String(),
          expMonth: Type.Integer({ minimum: 1, maximum: 12 }),
          expYear: Type.Integer(),
        },
        closed,
      ),
    ),
    openInvoice: nullable(
      Type.Object(
        { amount: moneySchema, attemptedAt: moment, nextAttemptAt: nullable(moment) },
        closed,
      ),
    ),
    graceEndsAt: nullable(moment),
    withdrawableUntil: nullable(moment),
    pendingChange: nullable(Type.Object({ productId: Type.String(), date: moment }, closed)),
    consent: nullable(consentSchema),
    changeConsents: Type.Array(consentSchema),
  },
  closed,
)

export const profileSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    emailVerified: Type.Boolean(),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    birthYear: nullable(Type.Integer()),
    phone: nullable(Type.String()),
    createdAt: moment,
    /** Whether analytics may count the user. */
    trackingConsent: Type.Boolean(),
    subscription: nullable(subscriptionSchema),
    diagnoses: Type.Object(
      { survey: nullable(diagnosisSchema), moneyBelief: nullable(diagnosisSchema) },
      closed,
    ),
  },
  closed,
)
