module.exports = { trailingSlash: 'never', jsxRuntime: 'automatic' }
