import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startSuggestions } from './suggestions.ts'

/** A search field as the server renders it, before its script has come. */
function renderField(value = ''): HTMLInputElement {
  const form = document.createElement('form')
  form.innerHTML = '<div data-find><label for="find">Find a test</label><input id="find" name="q"></div>'
  const input = form.querySelector('input') as HTMLInputElement
  input.setAttribute('value', value)
  document.body.append(form)
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(Response.json([{ kind: 'test', code: '2001', text: 'Comprehensive Epilepsy Panel' }])),
    )
  onTestFinished(() => {
    form.remove()
    fetched.mockRestore()
  })
  return input
}

test('what was typed before the script had come is searched for', async () => {
  const input = renderField()
  await userEvent.type(input, 'epil')
  startSuggestions()
  await expect.element(page.getByRole('option', { name: /Comprehensive Epilepsy Panel/ })).toBeVisible()
})

test('words that the page came with suggest nothing until somebody types', async () => {
  const input = renderField('epilepsy')
  input.focus()
  startSuggestions()
  expect(fetch).not.toHaveBeenCalled()
  await userEvent.type(input, ' panel')
  await expect.element(page.getByRole('option', { name: /Comprehensive Epilepsy Panel/ })).toBeVisible()
})
