import { defineConfig } from 'vite'
import { renderedSite } from '../scripts/site-build.ts'

const PAGES = ['index.html']

export default defineConfig(renderedSite({ root: import.meta.dirname, base: '/appointment/', pages: PAGES }))
