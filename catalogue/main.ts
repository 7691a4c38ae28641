import './base.css'
import { startCart } from './browser/cart.ts'
import { startComparing } from './browser/compare.ts'
import { startMenus } from './browser/menus.ts'
import { startPrinting } from './browser/print.ts'
import { startSuggestions } from './browser/suggestions.ts'

// The styles of every page, in one file: a page made by the server brings none along.
import.meta.glob('./**/*.module.css', { eager: true })

startMenus()
startSuggestions()
startComparing()
startPrinting()
startCart()
