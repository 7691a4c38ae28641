import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import { forCrawlers } from './crawlers.ts'

const origins = {
  portal: 'https://portal.lab.example',
  catalogue: 'https://tests.lab.example',
  appointment: 'https://form.lab.example',
}

test('search engines get every page of the catalogue, and are kept off everything else', async () => {
  const data = {
    categories: [{ category: 'wes', name: 'Exomes', description: '' }],
    tests: new Map([['1600', {}]]),
  } as unknown as CatalogueData
  const app = fastify()
  await app.register(forCrawlers(origins, async () => data))

  const robots = await app.inject('/robots.txt')
  expect(robots.headers['content-type']).toMatch(/^text\/plain/)
  expect(robots.body).toContain('\nDisallow: /api/\n')
  const [, address = ''] = /^Sitemap: https:\/\/tests\.lab\.example(\/.*)$/m.exec(robots.body) ?? []

  const sitemap = await app.inject(address)
  expect(sitemap.headers['content-type']).toMatch(/^application\/xml/)
  expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page)).toEqual([
    'https://tests.lab.example/catalogue/',
    'https://tests.lab.example/catalogue/category/wes',
    'https://tests.lab.example/catalogue/test/1600',
    'https://tests.lab.example/catalogue/privacy',
  ])
  await app.close()
})
