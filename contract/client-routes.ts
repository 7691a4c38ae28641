import { isBinary, isFile, type Route, type Routes } from './route.ts'

/** What a client needs to know of a route: its address, and the kind of its body and reply. */
type ClientRoute = Pick<Route, 'method' | 'path' | 'bodyType'> & { body?: true; reply?: object }

/** The routes without their schemas, as the client calls them: small enough for a browser's first load. */
export function toClientRoutes(
  features: Readonly<Record<string, Routes>>,
): Record<string, Record<string, ClientRoute>> {
  const each = <From, To>(record: Readonly<Record<string, From>>, to: (from: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))
  return each(features, (routes) => each(routes, toClientRoute))
}

function toClientRoute({ method, path, bodyType, body, reply }: Route): ClientRoute {
  return {
    ...{ method, path },
    ...(bodyType === undefined ? {} : { bodyType }),
    ...(body === undefined ? {} : { body: true }),
    // For JSON it is enough that there is a reply.
    ...(reply === undefined ? {} : { reply: isBinary(reply) || isFile(reply) ? reply : {} }),
  }
}
