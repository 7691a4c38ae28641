import { z } from 'zod'
import type { Shades } from '#domain/brand/brand.ts'
import { unreadable } from '#domain/brand/contrast.ts'
import { FORM_LANGUAGE_TAGS } from '#domain/counseling/form-languages.ts'
import { unprintable } from '#domain/text/printable.ts'
import { characterInWords } from '#domain/text/unseen.ts'

/** Line ends, other control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

const line = (most: number) =>
  z
    .string(`must be a text of 1 to ${most} characters`)
    .refine(
      (text) => text.trim() === text && text !== '' && text.length <= most,
      `must be a text of 1 to ${most} characters, without spaces around it`,
    )
    .refine((text) => !UNSEEN.test(text), 'must be one line, without characters that cannot be seen')

/** What is on requisitions, letters and labels as well. */
const printed = (most: number) =>
  line(most).superRefine((text, ctx) => {
    const missing = unprintable(text).map(characterInWords)
    if (missing.length > 0)
      ctx.addIssue({
        code: 'custom',
        message: `has ${missing.join(', ')}, which the fonts of printed documents lack: write it in other letters`,
      })
  })

function isWeb(address: string): boolean {
  if (/[\s\\]/.test(address) || UNSEEN.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password, hostname } = new URL(address)
  return protocol === 'https:' && `${username}${password}` === '' && hostname !== ''
}

const isMail = (address: string) =>
  address.startsWith('mailto:') && z.email().safeParse(address.slice('mailto:'.length)).success

const web = z
  .string('must be an https address')
  .max(500, 'must be an address of at most 500 characters')
  .refine(isWeb, 'must be an https address, such as https://www.laboratory.example/contact')
const webOrMail = z
  .string('must be an https address, or mailto: and an email address')
  .max(500, 'must be an address of at most 500 characters')
  .refine(
    (address) => isWeb(address) || isMail(address),
    'must be an https address, or mailto: and an email address',
  )

const fields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `does not know ${issue.keys.join(', ')}: there are ${Object.keys(shape).join(', ')}`
        : `must be an object with ${Object.keys(shape).join(', ')}`,
  })

const list = <Entry extends z.ZodType>(entry: Entry, least: number, most: number) => {
  const rule = `must be a list of ${least} to ${most}`
  return z.array(entry, rule).min(least, rule).max(most, rule)
}

/** Each label once: lists are told apart by them. */
const links = <Entry extends z.ZodType<{ label: string }>>(entry: Entry, most: number) =>
  list(entry, 0, most).refine(
    (all) => new Set(all.map(({ label }) => label)).size === all.length,
    'has a label twice',
  )

const link = fields({ label: line(40), href: webOrMail })

const accent = list(
  z.string('must be a color').regex(/^#[\da-f]{6}$/i, 'must be a color, such as #0f6b6b'),
  10,
  10,
)
  .transform((shades) => shades as unknown as Shades)
  .superRefine((shades, ctx) => {
    for (const { shade, rule } of unreadable(shades))
      ctx.addIssue({ code: 'custom', path: [shade], message: `${shades[shade]} ${rule}` })
  })

/** `brand.json`. Every fault has a rule in words, at the field. */
export const brandFile = fields({
  name: printed(60),
  legalName: printed(100),
  accent,
  contact: fields({
    address: list(printed(100), 1, 6),
    phone: line(40).regex(
      /^(?=(.*\d){7})[\d\s()+./-]+$/,
      'must be a telephone number, such as (312) 555-0142',
    ),
    email: z.email('must be an email address, such as support@laboratory.example').max(254, 'is too long'),
    hours: printed(100),
  }),
  website: fields({
    home: web,
    contact: webOrMail,
    search: web,
    // They share the header’s one line with the name and a search box.
    menus: links(fields({ ...link.shape, label: line(24), entries: links(link, 12).default([]) }), 6),
    footer: links(link, 8).default([]),
  }),
  partner: fields({ name: line(60), website: web })
    .nullable()
    .default(null),
  languages: list(
    z.enum(FORM_LANGUAGE_TAGS, `must be one of ${FORM_LANGUAGE_TAGS.join(', ')}`),
    1,
    FORM_LANGUAGE_TAGS.length,
  )
    .refine((all) => new Set(all).size === all.length, 'has a language twice')
    .refine((all) => all.includes('en'), 'must contain en')
    .default([...FORM_LANGUAGE_TAGS]),
  userConditions: fields({ npi: line(500), geneticCounselor: line(500), delegate: line(500) }),
})
