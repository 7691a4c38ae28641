import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const LINK = /\]\((?!https?:|mailto:)([^)\s]+)\)/g

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

async function documents(): Promise<string[]> {
  const folders = ['.', 'docs', 'docs/decisions', 'data', 'bench']
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => path.join(folder, name))),
  )
  return files.flat().filter((file) => file.endsWith('.md'))
}

test('every link in a document leads to a file, and to a heading that is there', async () => {
  const texts = new Map<string, string>()
  for (const file of await documents()) texts.set(file, await readFile(file, 'utf8'))
  expect(texts.size).toBeGreaterThan(50)
  const anchorsIn = (text: string) =>
    new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
  const broken = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(LINK)].flatMap(([, to = '']) => {
      const [relative = '', anchor] = to.split('#')
      const target = relative === '' ? file : path.join(path.dirname(file), relative)
      const known = texts.get(target)
      const isThere = existsSync(target) && (anchor === undefined || !known || anchorsIn(known).has(anchor))
      return isThere ? [] : [`${file}: ${to}`]
    }),
  )
  expect(broken).toEqual([])
})
