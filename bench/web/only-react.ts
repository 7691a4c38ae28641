import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'

const PAGE =
  '<!doctype html><title>React</title><div id="root"></div><script type="module" src="/main.js"></script>'
const MAIN = `import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
function Page() {
  const [value, setValue] = useState('')
  const onChange = ({ target }) => setValue(target.value)
  const field = createElement('input', { key: 'field', value, onChange })
  return [createElement('h1', { key: 'head' }, 'Only React'), field]
}
createRoot(document.getElementById('root')).render(createElement(Page))`

/** The floor for pages: only React, a heading and a field, built and served like ours. */
export async function startOnlyReact(): Promise<{ url: string; stop(): void }> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: 'virtual:main' } },
    plugins: [
      {
        name: 'main',
        resolveId: (id) => (id === 'virtual:main' ? id : null),
        load: (id) => (id === 'virtual:main' ? MAIN : null),
      },
    ],
  })
  if (!('output' in output)) throw new Error('nothing was built')
  const script = await promisify(brotliCompress)(output.output[0].code)
  const server = createServer((request, response) => {
    if (request.url === '/main.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => server.close() }
}
