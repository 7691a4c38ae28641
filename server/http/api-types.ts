/** A JSON Schema, as far as the contract's schemas use it. */
export interface Schema {
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  items?: Schema
  prefixItems?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  maxLength?: number
  nullable?: boolean
}

/** Deeper parts of an order's document would fill a page each; `/api/openapi.json` has them. */
const DEEPEST = 5
const LONGEST_LINE = 90

/**
 * A schema as a TypeScript type, which is a quarter as long. Limits that a type cannot express are comments; what lies too deep
 * is `…`.
 */
export function typeText(schema: Schema | undefined, depth = 0): string {
  if (schema === undefined) return 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((one) => grouped(typeText(one, depth))))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => grouped(typeText(one, depth))).join(' & ')
  const plain = typeof schema.type === 'string' ? namedType(schema, schema.type, depth) : undefined
  const text = plain ?? (Array.isArray(schema.type) ? schema.type.join(' | ') : 'unknown')
  return schema.nullable ? `${text} | null` : text
}

function namedType(schema: Schema, type: string, depth: number): string {
  if (type === 'integer') return 'number'
  if (type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeText(one, depth)).join(', ')}]`
    const item = typeText(schema.items, depth)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  return type === 'object' ? objectText(schema, depth) : type
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, depth: number): string {
  const names = Object.keys(properties)
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeText(additionalProperties, depth)}>`
      : '{}'
  if (depth >= DEEPEST) return '{ … }'
  const members = names.map((name) => {
    const member = properties[name] ?? {}
    const isPlain = /^[\w$]+$/.test(name)
    return {
      text: `${isPlain ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeText(member, depth + 1)}`,
      comment: commentOf(member),
    }
  })
  const line = `{ ${members.map(({ text }) => text).join('; ')} }`
  if (line.length <= LONGEST_LINE && !line.includes('\n') && members.every(({ comment }) => comment === ''))
    return line
  const indent = '  '.repeat(depth + 1)
  const lines = members.map(({ text, comment }) => `${indent}${text}${comment && `  // ${comment}`}`)
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function commentOf({ description, format, maxLength }: Schema): string {
  const limit = maxLength === undefined ? '' : `at most ${maxLength} characters`
  return [description?.replaceAll(/\s+/g, ' '), format, limit].filter(Boolean).join('; ')
}

const grouped = (text: string) => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text)
