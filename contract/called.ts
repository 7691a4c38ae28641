import { isBinary, isFile, type Route, type Routes } from './route.ts'

/** What a caller needs of a route: where it is, and of which kind is what goes and comes. */
type Called = Pick<Route, 'method' | 'path' | 'bodyType'> & { body?: true; reply?: object }

/** The routes without their schemas: as the client calls them, small enough for a browser's first load. */
export function asCalled(features: Readonly<Record<string, Routes>>): Record<string, Record<string, Called>> {
  const each = <From, To>(record: Readonly<Record<string, From>>, to: (from: From) => To) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))
  return each(features, (routes) => each(routes, calledOf))
}

function calledOf({ method, path, bodyType, body, reply }: Route): Called {
  return {
    ...{ method, path },
    ...(bodyType === undefined ? {} : { bodyType }),
    ...(body === undefined ? {} : { body: true }),
    // Of JSON it is enough that there is some.
    ...(reply === undefined ? {} : { reply: isBinary(reply) || isFile(reply) ? reply : {} }),
  }
}
