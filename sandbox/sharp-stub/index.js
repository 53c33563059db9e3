const sharp = () => { throw new Error('This site has no raster pipeline: prepare images when authoring them.') }
sharp.simd = () => false
sharp.concurrency = () => 1
sharp.versions = { vips: '0.0.0' }
module.exports = sharp
