// Passkey forms: the form contains the server's challenge, and the browser's response goes into its hidden field.
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { passkey, options } = form.dataset
  const key = globalThis.PublicKeyCredential
  const read = key?.[passkey === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON']
  if (!read) continue
  form.hidden = false
  const problem = form.querySelector('[role=alert]')
  form.addEventListener('submit', async (event) => {
    // The response is there, or a recovery code instead.
    if (form.elements.answer.value !== '' || form.elements.code?.value) return
    event.preventDefault()
    problem.hidden = true
    try {
      const publicKey = read.call(key, JSON.parse(options))
      const credential = await navigator.credentials[passkey]({ publicKey })
      form.elements.answer.value = JSON.stringify(credential)
      form.submit()
    } catch {
      problem.hidden = false
    }
  })
}
