import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Driver, pressAt, typing } from './driver.ts'
import { homeOfItsOwn, installed, Programs, WITHIN_MS } from './process.ts'

export const FIREFOX = installed('firefox-esr', 'firefox')

/** Requests nothing but the test's pages, and saves files without asking. */
const preferences = (downloads: string) => ({
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.helperApps.neverAsk.saveToDisk': 'text/csv,application/pdf,application/octet-stream,text/plain',
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'intl.accept_languages': 'en-US',
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'pdfjs.disabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'signon.rememberSignons': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'ui.prefersReducedMotion': 1,
})

interface Answer {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  message?: string
}

/** WebDriver BiDi (W3C) over the browser's own socket. */
class Bidi {
  private readonly socket: WebSocket
  private readonly waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  private last = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.addEventListener('message', ({ data }) => {
      const { id, type, result, message = '' } = JSON.parse(String(data)) as Answer
      if (id === undefined) return
      const pending = this.waiting.get(id)
      this.waiting.delete(id)
      if (type === 'error') pending?.reject(new Error(message))
      else pending?.resolve(result)
    })
    socket.addEventListener('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox closed the connection'))
    })
  }

  static connect(address: string): Promise<Bidi> {
    const socket = new WebSocket(address)
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new Bidi(socket)), { once: true })
      socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), { once: true })
    })
  }

  ask<T>(method: string, params: Record<string, unknown>): Promise<T> {
    this.last += 1
    const id = this.last
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const limit = setTimeout(() => {
      this.waiting.delete(id)
      reject(new Error(`${method} had no answer within ${WITHIN_MS / 1000} s`))
    }, WITHIN_MS)
    this.waiting.set(id, { resolve, reject })
    this.socket.send(JSON.stringify({ id, method, params }))
    return promise.finally(() => clearTimeout(limit)) as Promise<T>
  }
}

interface EvaluationResult {
  type: 'success' | 'exception'
  result?: { type: string; value?: unknown; sharedId?: string }
  exceptionDetails?: { text: string }
}

/** Firefox without a window. */
export async function openFirefox(): Promise<Driver> {
  if (!FIREFOX) throw new Error('Firefox is not installed')
  const { home, downloads } = await homeOfItsOwn()
  const programs = new Programs(home)
  try {
    const lines = Object.entries(preferences(downloads)).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    await writeFile(path.join(home, 'user.js'), lines.join('\n'))
    const listening = await programs.start(
      FIREFOX,
      ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'],
      {
        until: /WebDriver BiDi listening on (ws:\S+)/,
        env: { MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '800' },
      },
    )
    const bidi = await Bidi.connect(`${listening?.[1]}/session`)
    const { capabilities } = await bidi.ask<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
    })
    const { contexts } = await bidi.ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    let context = contexts[0]?.context
    const evaluated = async (expression: string) => {
      const answer = await bidi.ask<EvaluationResult>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text)
      return answer.result
    }
    return {
      downloads,
      version: `Firefox ${capabilities.browserVersion}`,
      async newTab() {
        const made = await bidi.ask<{ context: string }>('browsingContext.create', { type: 'tab' })
        context = made.context
      },
      goto: async (url) => {
        await bidi.ask('browsingContext.navigate', { context, url, wait: 'interactive' })
      },
      async evaluate<T>(expression: string) {
        const json = await evaluated(`(async () => JSON.stringify((await (${expression})) ?? null))()`)
        return JSON.parse(String(json?.value)) as T
      },
      press: async (x, y) => {
        await bidi.ask('input.performActions', { context, actions: pressAt(x, y) })
      },
      type: async (keys, modifier) => {
        await bidi.ask('input.performActions', { context, actions: typing(keys, modifier) })
      },
      async setFiles(expression, files) {
        const element = await evaluated(expression)
        await bidi.ask('input.setFiles', { context, element: { sharedId: element?.sharedId }, files })
      },
      screenshot: async () =>
        (await bidi.ask<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
      close: () => programs.end(),
    }
  } catch (error) {
    await programs.end()
    throw error
  }
}
