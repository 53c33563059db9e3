import type { RouteOptions } from 'fastify'
import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from './context.ts'
import type { OperatorGuard } from './operators.ts'
import { problemSchema } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** One line for the API description; routes without one are omitted. */
    summary?: string
    /** Who may call: anyone unless it says otherwise. */
    caller?: 'user' | 'anyone-or-user'
    idempotencyKey?: boolean
  }
}

/** An OpenAPI 3.1 document, for which the plug-in has no type. */
type Description = StaticDocumentSpec['document']

type Route = Pick<RouteOptions, 'url' | 'schema' | 'config'> & { readonly method: string }
type ObjectSchema = {
  readonly properties?: Record<string, unknown>
  readonly required?: readonly string[]
}

const anyone = {}
const signedIn = { idToken: [] }

const parametersOf = ({ url, schema, config }: Route) => {
  const { properties = {}, required = [] } = (schema?.querystring ?? {}) as ObjectSchema
  const inPath = (schema?.params ?? {}) as ObjectSchema
  return [
    ...[...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: inPath.properties?.[name],
    })),
    ...Object.entries(properties).map(([name, member]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: member,
    })),
    ...(config?.idempotencyKey === true
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: { type: 'string', maxLength: 255 },
          },
        ]
      : []),
  ]
}

/**
 * The error statuses of a route that its schema omits: from parsing, authentication and rate
 * limits.
 */
const generalStatuses = ({ method, url, schema, config }: Route): readonly number[] => [
  400,
  ...(method === 'GET' ? [] : [413, 415]),
  // For a path parameter that is longer than any id.
  ...(url.includes(':') ? [414] : []),
  ...(schema?.body === undefined &&
  schema?.querystring === undefined &&
  schema?.params === undefined
    ? []
    : [422]),
  ...(config?.caller === undefined ? [] : [401, 429, 503]),
]

const responsesOf = (route: Route) =>
  Object.fromEntries(
    Object.entries({
      ...Object.fromEntries(generalStatuses(route).map((status) => [status, problemSchema])),
      ...(route.schema?.response as object | undefined),
    } as Record<string, ObjectSchema>).map(([status, body]) => {
      const hasBody = body.properties !== undefined
      const type = Number(status) < 400 ? 'application/json' : 'application/problem+json'
      return [
        status,
        {
          description: STATUS_CODES[status] ?? status,
          ...(hasBody ? { content: { [type]: { schema: body } } } : {}),
        },
      ]
    }),
  )

const operationOf = (route: Route) => {
  const { schema, config } = route
  return {
    summary: config?.summary,
    parameters: parametersOf(route),
    ...(schema?.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: schema.body } } },
        }),
    responses: responsesOf(route),
    security:
      config?.caller === 'user'
        ? [signedIn]
        : config?.caller === 'anyone-or-user'
          ? [signedIn, anyone]
          : [anyone],
  }
}

/**
 * Watches the routes as they are registered. Returns a function that builds their OpenAPI 3.1
 * description from the schemas that validate their requests.
 */
export const collectRoutes = (app: App): (() => Description) => {
  const routes: Route[] = []
  app.addHook('onRoute', (route) => {
    const method = String(route.method)
    if (route.config?.summary !== undefined && method !== 'HEAD') routes.push({ ...route, method })
  })
  return () => {
    const paths: Record<string, Record<string, object>> = {}
    for (const route of routes) {
      const path = route.url.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
    }
    return {
      openapi: '3.1.0',
      info: { title: 'Admin API', version: '1' },
      paths,
      components: {
        securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    }
  }
}

/**
 * Serves the description for programs and, at /docs, for people. Call it once all routes are
 * registered.
 */
export const registerOpenApi = async (
  app: App,
  describe: () => Description,
  guard: OperatorGuard,
) => {
  const document = describe()
  const description = JSON.stringify(document)
  app.get('/openapi.json', { onRequest: guard }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  )
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Without the validator badge, which would call an outside service.
    uiConfig: { validatorUrl: null, tryItOutEnabled: false },
    staticCSP: true,
    uiHooks: { onRequest: guard },
  })
}
