import { freePort } from '../app.ts'
import { type Driver, pressAt, typing } from './driver.ts'
import { homeOfItsOwn, installed, Programs, WITHIN_MS } from './process.ts'

const DRIVER = installed('WebKitWebDriver')
const SCREEN = installed('Xvfb')
const BROWSER = installed(
  ...['4.1', '6.0', '4.0'].flatMap((version) => [
    `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
    `/usr/lib/x86_64-linux-gnu/webkitgtk-${version}/MiniBrowser`,
    `/usr/lib/aarch64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
    `/usr/lib/aarch64-linux-gnu/webkitgtk-${version}/MiniBrowser`,
  ]),
)

/** Whether WebKit, its driver and a virtual screen are installed. */
export const WEBKIT = DRIVER !== null && SCREEN !== null && BROWSER !== null

/** A script that runs while the page navigates gets no answer: it is run again. */
const SCRIPT_WITHIN_MS = 10_000

/** The protocol's key for an element reference (W3C WebDriver 2, section 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK's MiniBrowser on its own virtual screen, through WebKitWebDriver (W3C WebDriver over HTTP). */
export async function openWebkit(): Promise<Driver> {
  if (!DRIVER || !SCREEN || !BROWSER) throw new Error('WebKit is not installed')
  const { home, downloads } = await homeOfItsOwn()
  const programs = new Programs(home)
  try {
    const screen = await programs.start(
      'sh',
      ['-c', `exec ${SCREEN} -displayfd 1 -screen 0 1400x1000x24 -nolisten tcp`],
      { until: /^(\d+)$/m },
    )
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const env = {
      DISPLAY: `:${screen?.[1]}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      LANG: 'en_US.UTF-8',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      XDG_CONFIG_HOME: `${home}/.config`,
      XDG_RUNTIME_DIR: home,
    }
    await programs.start(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], { env })
    await answering(`${origin}/status`)
    const ask = async <T>(method: string, path: string, body?: unknown, limit = WITHIN_MS): Promise<T> => {
      const reply = await fetch(`${origin}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limit),
      })
      const { value } = (await reply.json()) as { value: T & { error?: string; message?: string } }
      if (!reply.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
      return value
    }
    const options = { binary: BROWSER, args: ['--automation', '--geometry=1280x900'] }
    const made = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': options,
            timeouts: { script: SCRIPT_WITHIN_MS, pageLoad: WITHIN_MS },
          },
        },
      },
    )
    const session = `/session/${made.sessionId}`
    const script = <T>(text: string) =>
      ask<T>('POST', `${session}/execute/async`, { script: text, args: [] }, SCRIPT_WITHIN_MS + 5_000)
    return {
      downloads,
      version: `WebKitGTK ${made.capabilities.browserVersion}`,
      async newTab() {
        const { handle } = await ask<{ handle: string }>('POST', `${session}/window/new`, { type: 'tab' })
        await ask('POST', `${session}/window`, { handle })
      },
      goto: async (url) => {
        await ask('POST', `${session}/url`, { url })
      },
      async evaluate<T>(expression: string) {
        const answer = await script<{ json: string } | { failure: string }>(
          `const done = arguments[arguments.length - 1];
           (async () => (${expression}))().then(
             (value) => done({ json: JSON.stringify(value ?? null) }),
             (error) => done({ failure: String(error) }))`,
        )
        if ('failure' in answer) throw new Error(answer.failure)
        return JSON.parse(answer.json) as T
      },
      press: async (x, y) => {
        await ask('POST', `${session}/actions`, { actions: pressAt(x, y) })
      },
      type: async (keys, modifier) => {
        await ask('POST', `${session}/actions`, { actions: typing(keys, modifier) })
      },
      async setFiles(expression, files) {
        const element = await ask<Record<string, string>>('POST', `${session}/execute/sync`, {
          script: `return ${expression}`,
          args: [],
        })
        await ask('POST', `${session}/element/${element[ELEMENT]}/value`, { text: files.join('\n') })
      },
      screenshot: () => ask<string>('GET', `${session}/screenshot`),
      close: async () => {
        await ask('DELETE', session).catch(() => undefined)
        await programs.end()
      },
    }
  } catch (error) {
    await programs.end()
    throw error
  }
}

async function answering(address: string): Promise<void> {
  const deadline = Date.now() + WITHIN_MS
  for (;;) {
    const ready = await fetch(address, { signal: AbortSignal.timeout(5000) }).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
