import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Html, html, rendered } from '#domain/text/html.ts'
import { type Chart, CLINICIANS, TESTS } from './charts.ts'
import { type Hospital, MODES, type PlacedOrder, relativesOf } from './hospital.ts'

export interface Pages {
  origin: string
  close(): Promise<void>
}

/** The hospital's pages on 127.0.0.1: charts, their orders and results, with buttons that a person presses. */
export async function openPages(hospital: Hospital, port: number): Promise<Pages> {
  // A busy caller's next request does not meet the closing of its connection.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const show = (page: Html, status = 200) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(rendered(page))
    try {
      if (request.method === 'POST') {
        const to = await act(hospital, pathname, new URLSearchParams(await bodyOf(request)))
        return response.writeHead(303, { location: to }).end()
      }
      const pdf = /^\/orders\/(\d+)\/(\d+)\/(\d+)\.pdf$/.exec(pathname)
      if (pdf) {
        const order = hospital.orders.find(({ placer }) => placer === pdf[1])
        const document = order?.results[Number(pdf[2])]?.documents[Number(pdf[3])]
        if (!document) return show(page('Not found', html`<p>There is no such document.</p>`), 404)
        return response.writeHead(200, { 'content-type': 'application/pdf' }).end(document.content)
      }
      const chart = hospital.charts.find(({ mrn }) => pathname === `/charts/${mrn}`)
      if (chart) return show(chartPage(hospital, chart))
      if (pathname === '/') return show(chartList(hospital))
      return show(page('Not found', html`<p><a href="/">Charts</a></p>`), 404)
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      return show(page('That did not work', html`<p>${words}</p><p><a href="/">Charts</a></p>`), 502)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Does what a button asks for; returns the page to show next. */
async function act(hospital: Hospital, path: string, form: URLSearchParams): Promise<string> {
  const text = (name: string) => form.get(name) ?? ''
  if (path === '/mode') {
    const mode = MODES.find((one) => one === text('mode'))
    if (mode) await hospital.setMode(mode)
    return '/'
  }
  if (path === '/orders') {
    const more = { note: text('note'), clinician: text('clinician') }
    await hospital.place(text('mrn'), text('test'), more)
    return `/charts/${text('mrn')}`
  }
  const [, placer = '', what] = /^\/orders\/(\d+)\/(change|cancel)$/.exec(path) ?? []
  if (what === 'change') await hospital.change(placer, text('note'))
  if (what === 'cancel') await hospital.cancel(placer)
  const order = hospital.orders.find((one) => one.placer === placer)
  return order ? `/charts/${order.chart.mrn}` : '/'
}

const nameOf = ({ firstName, lastName }: Pick<Chart, 'firstName' | 'lastName'>) => `${lastName}, ${firstName}`

function chartList(hospital: Hospital): Html {
  const rows = hospital.charts.map((chart) => {
    const orders = hospital.orders.filter((order) => order.chart === chart).length
    return html`<tr><td><a href="/charts/${chart.mrn}">${nameOf(chart)}</a></td><td>${chart.mrn}</td>
<td>${chart.dateOfBirth}</td><td>${orders > 0 ? String(orders) : ''}</td></tr>`
  })
  const modes = MODES.map(
    (mode) =>
      html`<button name="mode" value="${mode}"${mode === hospital.mode() ? html` disabled` : undefined}>${mode}</button>`,
  )
  return page(
    'Charts',
    html`<table><thead><tr><th>Patient</th><th>Record number</th><th>Born</th><th>Orders</th></tr></thead>
<tbody>${rows}</tbody></table>
<form method="post" action="/mode"><p>When a result comes, the hospital ${modes}</p></form>`,
  )
}

function chartPage(hospital: Hospital, chart: Chart): Html {
  const orders = hospital.orders.filter((order) => order.chart === chart)
  const tests = TESTS.map(({ code, name }) => html`<option value="${code}">${name}</option>`)
  const clinicians = CLINICIANS.map((one) => html`<option value="${one.id}">${nameOf(one)}</option>`)
  const family = relativesOf(chart, hospital.charts).map(
    ({ relation, relative }) =>
      html`<li>${relation}: <a href="/charts/${relative.mrn}">${nameOf(relative)}</a></li>`,
  )
  const problems = chart.problems.map(({ code, text }) => html`<li>${code} ${text}</li>`)
  return page(
    nameOf(chart),
    html`<p><a href="/">Charts</a></p>
<p>${chart.mrn}, born ${chart.dateOfBirth}, ${chart.sex}. ${chart.insurance.name} ${chart.insurance.memberId}</p>
${problems.length > 0 ? html`<h2>Problems</h2><ul>${problems}</ul>` : undefined}
${family.length > 0 ? html`<h2>Family</h2><ul>${family}</ul>` : undefined}
<h2>Order a genetic test</h2>
<form method="post" action="/orders"><input type="hidden" name="mrn" value="${chart.mrn}">
<p><label>Test <select name="test">${tests}</select></label>
<label>Ordering clinician <select name="clinician">${clinicians}</select></label></p>
<p><label>Note <input name="note" size="50"></label> <button>Order</button></p></form>
<h2>Orders</h2>
${orders.length > 0 ? orders.map(orderOf) : html`<p>None.</p>`}`,
  )
}

function orderOf(order: PlacedOrder): Html {
  const { placer, test, note, isCancelled, sent, results } = order
  const versions = results.map((result, version) => {
    const documents = result.documents
      .map((document, index) => ({ ...document, index }))
      .filter(({ content }) => content.byteLength > 0)
      .map(
        ({ label, index, content }) =>
          html`<a href="/orders/${placer}/${String(version)}/${String(index)}.pdf">${label}</a> (${String(content.byteLength)} bytes)`,
      )
    const values = result.values.map(({ name, value }) => html`<li>${name}: ${value}</li>`)
    return html`<li>${version < results.length - 1 ? 'Replaced: ' : ''}status ${result.status} ${documents} ${result.note}<ul>${values}</ul></li>`
  })
  return html`<section aria-label="Order ${placer}"><h3>${placer}: ${test.name}${isCancelled ? ' (cancelled)' : ''}</h3>
<ol>${sent.map(({ control, answer }) => html`<li>${control}: ${answer}</li>`)}</ol>
<h4>Results</h4>${versions.length > 0 ? html`<ol>${versions}</ol>` : html`<p>None yet.</p>`}
<form method="post" action="/orders/${placer}/change"><label>Note <input name="note" value="${note}" size="50"></label> <button>Change</button></form>
<form method="post" action="/orders/${placer}/cancel"><button>Cancel</button></form></section>`
}

function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Harborview EHR (simulated)</title>
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse}td,th{padding:.2rem 1rem .2rem 0;text-align:left}section{border-top:1px solid #999}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
