import { html, rendered } from '#domain/text/html.ts'
import { CLINICIANS, nameOf, type SimulatedChart } from './charts.ts'

/**
 * The pages of the record system: whose chart is open, as which user, and “Open Karyo” in a window or in a frame
 * (`?frame=p1`).
 */
export function chartsPage(
  charts: readonly SimulatedChart[],
  query: URLSearchParams,
  launch: (context: { patient: string }) => string,
): string {
  const framed = charts.find(({ patient }) => patient === query.get('frame'))
  const rows = charts.map((chart) => {
    const [patient] = chart.resources
    const buttons = CLINICIANS.map(
      (user) =>
        html`<a href="/open?${new URLSearchParams({ patient: chart.patient, clinician: user.id }).toString()}" target="_blank" rel="noopener">Open Karyo as ${nameOf(user)}</a> `,
    )
    const chartOf = new URLSearchParams({ patient: chart.patient, clinician: 'dr-okonjo' }).toString()
    return html`<li><strong><a href="/chart?${chartOf}">${nameOf(patient)}</a></strong>, born ${String(patient?.birthDate)}: ${buttons}<a href="/?frame=${chart.patient}">in a frame</a></li>`
  })
  const frame = framed
    ? html`<h2>${nameOf(framed.resources[0])}</h2><iframe title="Karyo" src="${launch({ patient: framed.patient })}" width="600" height="300"></iframe>`
    : undefined
  return rendered(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated record system</title></head>
<body><main><h1>Harborview Hospital, charts (simulated)</h1>${frame}<ul>${rows}</ul></main></body></html>`)
}
