import type { LaunchRefusal } from '#adapters/ehr/port.ts'
import { html, rendered } from '#domain/text/html.ts'

/** Why no launch begins: the hospital is not known, or the address is not as its record system makes it. */
export type NoLaunch = 'unknown' | 'expired'

const WHY = {
  unknown: () =>
    'This portal does not know the record system that opened it. Ask the laboratory’s Support to set it up.',
  expired: () =>
    'This launch has expired, or began in another browser. Open the portal from the chart again.',
  declined: (name) =>
    `${name} did not allow the launch. Open the portal from the chart again, or ask your IT department.`,
  'invalid-answer': (name) =>
    `The answer of ${name} failed a check, so nothing was read. Open the portal from the chart again; if it happens again, tell your IT department.`,
  'no-patient': (name) => `${name} named no patient who can be read. Open the portal from a patient’s chart.`,
  away: (name) => `${name} does not answer. Open the portal from the chart again in a few minutes.`,
} as const satisfies Record<LaunchRefusal | NoLaunch, (name: string) => string>

const page = (title: string, laboratory: string, content: ReturnType<typeof html>) =>
  rendered(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${laboratory}</title></head>
<body style="font: 1rem/1.5 system-ui, sans-serif; color: #1c2733; max-width: 34rem; margin: 3rem auto; padding: 0 1rem">
<main><p>${laboratory}</p><h1 style="font-size: 1.5rem">${title}</h1>${content}</main></body></html>`)

/** What a user reads whose launch did not succeed. */
export function noLaunchPage(laboratory: string, name: string, why: LaunchRefusal | NoLaunch): string {
  return page(
    'The chart could not be opened here',
    laboratory,
    html`<p>${WHY[why](name)}</p><p><a href="/">Go to the portal without the chart</a></p>`,
  )
}

/** The only page that a record system may show in a frame: it has no data, and opens the launch in a window. */
export function inFramePage(laboratory: string, address: string): string {
  return page(
    'Order a genetic test',
    laboratory,
    html`<p>The portal opens in a window of its own, with this chart.</p>
<p><a href="${address}" target="_blank" rel="noopener noreferrer" style="display: inline-block; padding: .6rem 1rem; border-radius: .4rem; background: #1c4f8a; color: #fff">Open in a window</a></p>`,
  )
}
