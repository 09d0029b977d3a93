import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { createRateLimitStore } from '../limits/rate-limit-store.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';
import type { ApiServer } from './api-server.ts';
import { clientAddress } from './client-address.ts';

/**
 * Registers the plugins for cookies, rate limits, and the API page if it is configured. Call it
 * before any route is registered.
 */
export async function registerPlugins(
  server: ApiServer,
  config: Config,
  sharedLimits: SharedLimits | null,
): Promise<void> {
  await server.register(fastifyCookie);
  await server.register(fastifyRateLimit, {
    global: false,
    keyGenerator: clientAddress,
    // The plug-in's own store counts in memory.
    ...(sharedLimits ? { store: createRateLimitStore(sharedLimits) } : {}),
    errorResponseBuilder: () => new AppError('rate_limited', 'too many requests'),
  });
  if (!config.apiPage) return;
  await server.register(fastifySwagger, {
    openapi: {
      info: { title: `${config.product} API`, version: '1' },
      servers: [{ url: config.apiBaseUrl || '/' }],
    },
    transform: jsonSchemaTransform,
  });
  await server.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true });
}
