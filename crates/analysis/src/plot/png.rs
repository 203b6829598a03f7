//! PNG bytes of a scene.

use plotters::prelude::*;

use super::figure::PlotError;
use super::render;
use super::scene::Scene;

/// Pixels of the picture per logical pixel: sharp on dense screens and in print.
const PNG_SCALE: u32 = 2;

/// Device pixels per picture pixel along each axis; plotters doesn't smooth edges by itself.
const SUPERSAMPLING: usize = (render::BITMAP.scale as usize) / (PNG_SCALE as usize);

/// Draws the scene at twice its logical size.
pub(super) fn render(scene: &Scene) -> Result<Vec<u8>, PlotError> {
    let (width, height) = render::BITMAP.size(scene);
    let mut fine = vec![0xff; width as usize * height as usize * 3];
    {
        let area = BitMapBackend::with_buffer(&mut fine, (width, height)).into_drawing_area();
        render::draw(scene, &area, &render::BITMAP)?;
    }
    let pixels = average(&fine, width as usize);
    drop(fine);
    encode(
        &pixels,
        width / SUPERSAMPLING as u32,
        height / SUPERSAMPLING as u32,
    )
}

/// Mean of each block of device pixels; an incomplete block at the right or lower edge is cut.
fn average(fine: &[u8], width: usize) -> Vec<u8> {
    let stride = width * 3;
    let columns = width / SUPERSAMPLING;
    let samples = (SUPERSAMPLING * SUPERSAMPLING) as u32;
    let mut pixels = Vec::with_capacity(fine.len() / samples as usize);
    let mut sums = vec![[0_u32; 3]; columns];
    for rows in fine.chunks_exact(stride * SUPERSAMPLING) {
        sums.fill([0; 3]);
        for row in rows.chunks_exact(stride) {
            for (sum, cell) in sums.iter_mut().zip(row.chunks_exact(3 * SUPERSAMPLING)) {
                for pixel in cell.chunks_exact(3) {
                    sum[0] += u32::from(pixel[0]);
                    sum[1] += u32::from(pixel[1]);
                    sum[2] += u32::from(pixel[2]);
                }
            }
        }
        let means = sums.as_flattened().iter();
        pixels.extend(means.map(|sum| ((sum + samples / 2) / samples) as u8));
    }
    pixels
}

fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, PlotError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
