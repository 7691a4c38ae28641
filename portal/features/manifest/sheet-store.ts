import { MANIFEST_DATABASE } from '#portal/session/storage.ts'
import type { Rules } from './judge.ts'
import type { SheetRow } from './states.ts'

/** What a manifest is besides its rows. */
export interface ManifestHead {
  rules: Rules
  filename: string
  /** Who is sent a copy of every report; '' for nobody. */
  referral1: string
  /** Headings of the file that are not read. */
  ignored: string[]
}

interface StoredSheet {
  id: string
  savedAt: number
  head: ManifestHead
}

/** Rows name patients: a sheet that nobody came back to is not kept for longer. */
const MAX_AGE_MS = 12 * 60 * 60_000
/** So few that writing them does not hold up the page. */
const ROWS_PER_BATCH = 250

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(MANIFEST_DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('sheets', { keyPath: 'id' })
    request.result.createObjectStore('rows')
  }
  const database = await answered(request)
  // A log-out deletes the database, in whatever tab.
  database.onversionchange = () => database.close()
  return database
}

/** What this tab keeps its sheet under: a reload finds it again, and another tab has one of its own. */
export function tabKey(userId: number, hospital: string): string {
  const name = `manifest:${userId}:${hospital}`
  const key = sessionStorage.getItem(name) ?? crypto.randomUUID()
  sessionStorage.setItem(name, key)
  return key
}

const rowsOf = (id: string) => IDBKeyRange.bound([id], [id, []])

/** Keeps what is typed in the browser until it is done with, forgotten, or the user logs out. */
export function createSheetStore(id: string) {
  const stores = ['sheets', 'rows']
  /** One after the other; a browser that keeps nothing is no reason to stop working. */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>) => {
    queue = queue.then(work).catch(() => undefined)
    return queue
  }
  let database: Promise<IDBDatabase> | null = null
  const opened = () => {
    database ??= open()
    return database
  }

  function forgetIn(transaction: IDBTransaction, one: string) {
    transaction.objectStore('sheets').delete(one)
    transaction.objectStore('rows').delete(rowsOf(one))
  }

  return {
    async read(): Promise<{ head: ManifestHead; rows: SheetRow[] } | null> {
      try {
        const transaction = (await opened()).transaction(stores, 'readwrite')
        const sheets: StoredSheet[] = await answered(transaction.objectStore('sheets').getAll())
        const old = sheets.filter((sheet) => sheet.savedAt < Date.now() - MAX_AGE_MS)
        for (const sheet of old) forgetIn(transaction, sheet.id)
        const stored = sheets.find((sheet) => sheet.id === id && !old.includes(sheet))
        if (!stored) return null
        return { head: stored.head, rows: await answered(transaction.objectStore('rows').getAll(rowsOf(id))) }
      } catch {
        return null
      }
    },
    begin: (head: ManifestHead) =>
      inTurn(async () => {
        const transaction = (await opened()).transaction(stores, 'readwrite')
        forgetIn(transaction, id)
        transaction.objectStore('sheets').put({ id, savedAt: Date.now(), head } satisfies StoredSheet)
        await written(transaction)
      }),
    rows: (rows: readonly SheetRow[]) =>
      inTurn(async () => {
        for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
          const transaction = (await opened()).transaction('rows', 'readwrite')
          for (const row of rows.slice(at, at + ROWS_PER_BATCH))
            transaction.objectStore('rows').put(row, [id, row.row])
          await written(transaction)
        }
      }),
    forget: () =>
      inTurn(async () => {
        const transaction = (await opened()).transaction(stores, 'readwrite')
        forgetIn(transaction, id)
        await written(transaction)
      }),
  }
}
export type SheetStore = ReturnType<typeof createSheetStore>
