import { z } from 'zod'

// What CycloneDX 1.5 (ECMA-424) requires of the parts that npm writes; its JSON schema comes in no package that we keep.

const license = z.union([
  z.strictObject({
    license: z
      .strictObject({ id: z.string(), name: z.string(), url: z.url() })
      .partial()
      .refine((one) => (one.id === undefined) !== (one.name === undefined), 'either an SPDX id or a name'),
  }),
  z.strictObject({ expression: z.string().min(1) }),
])
const component = z.strictObject({
  'bom-ref': z.string().min(1),
  type: z.enum(['application', 'library', 'framework', 'platform', 'file']),
  name: z.string().min(1),
  version: z.string().optional(),
  scope: z.enum(['required', 'optional', 'excluded']).optional(),
  author: z.string().optional(),
  description: z.string().optional(),
  purl: z
    .string()
    .regex(/^pkg:npm\/[^@]+@.+$/)
    .optional(),
  properties: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  externalReferences: z
    .array(
      z.strictObject({
        type: z.enum(['distribution', 'vcs', 'website', 'issue-tracker', 'license']),
        url: z.string(),
      }),
    )
    .optional(),
  hashes: z
    .array(
      z.strictObject({
        alg: z.enum(['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']),
        content: z.string().regex(/^([0-9a-f]{2}){20,64}$/),
      }),
    )
    .optional(),
  licenses: z.array(license).optional(),
})

/** A bill of materials whose references are unique and lead to what is in it. */
export const cycloneDx = z
  .strictObject({
    $schema: z.string().optional(),
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.5'),
    serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    version: z.number().int().min(1),
    metadata: z.strictObject({
      timestamp: z.iso.datetime(),
      lifecycles: z
        .array(z.strictObject({ phase: z.enum(['design', 'pre-build', 'build', 'post-build']) }))
        .optional(),
      tools: z.array(z.strictObject({ vendor: z.string(), name: z.string(), version: z.string() })),
      component,
    }),
    components: z.array(component).min(1),
    dependencies: z.array(z.strictObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
  })
  .superRefine(({ metadata, components, dependencies }, context) => {
    const refs = [metadata.component, ...components].map((one) => one['bom-ref'])
    const known = new Set(refs)
    const issue = (message: string) => context.addIssue({ code: 'custom', message })
    if (known.size !== refs.length) issue('two components have one bom-ref')
    for (const { ref, dependsOn } of dependencies)
      for (const one of [ref, ...dependsOn]) if (!known.has(one)) issue(`${one} is not in the bill`)
  })
