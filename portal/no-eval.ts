/**
 * zod tries whether it may make functions of text, which the content security policy refuses and reports: told so before
 * it is loaded, it does not try.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
