import type { FastifyInstance } from 'fastify'
import type { Sandbox } from './sandbox.ts'

export const registerBrowserRoutes = async (_app: FastifyInstance, _sandbox: Sandbox): Promise<void> => {}
