import { type Html, html, rendered } from '#domain/text/html.ts'
import type { SimulatedChart } from './charts.ts'
import type { DisplayedCard } from './hooks.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The test that the chart's order is for, in words. */
function orderInWords({ order, resources }: SimulatedChart): string {
  const found = resources.find(({ resourceType, id }) => resourceType === 'ServiceRequest' && id === order)
  const coding = (found?.code as { coding?: { display?: string }[] } | undefined)?.coding?.[0]
  return textOf(coding?.display)
}

const hidden = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

function cardHtml(card: DisplayedCard, about: { patient: string; clinician: string }): Html {
  const links = (card.links ?? []).map(({ label, url, type, appContext }) => {
    const launch = new URLSearchParams({ ...about, ...(appContext ? { appContext } : {}) }).toString()
    return html`<a href="${type === 'smart' ? `/open?${launch}` : url}" target="_blank" rel="noopener">${label}</a> `
  })
  const reasons = (card.overrideReasons ?? []).map(
    ({ code, display }) => html`<button name="reason" value="${code}">${display}</button> `,
  )
  return html`<li><h3>${card.summary}</h3><p>${card.detail ?? ''}</p><p>${card.indicator}, from ${card.source.label}. ${links}</p>
<form method="post" action="/feedback">${hidden({ ...about, card: card.uuid })}${reasons}<button name="reason" value="">Done</button></form></li>`
}

/** An open chart with the cards of `patient-view`, or, when its order is signed, of `order-sign`. */
export function chartPage(
  chart: SimulatedChart,
  clinician: string,
  { cards, isSigning, name }: { cards: readonly DisplayedCard[]; isSigning: boolean; name: string },
): string {
  const about = { patient: chart.patient, clinician }
  const query = new URLSearchParams(about).toString()
  const order = orderInWords(chart)
  const advice =
    cards.length > 0
      ? html`<ul aria-label="Advice">${cards.map((card) => cardHtml(card, about))}</ul>`
      : html`<p>No advice.</p>`
  const signing = isSigning
    ? html`<h2>Signing: ${order}</h2>${advice}<p><a href="/chart?${query}">Back to the chart</a></p>`
    : html`${advice}<h2>Orders</h2><p>${order === '' ? 'None' : html`${order}: <a href="/sign?${query}">Sign</a>`}</p>`
  return rendered(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated record system</title></head>
<body><main><h1>${name}</h1><p><a href="/">All charts</a></p>${signing}</main></body></html>`)
}
